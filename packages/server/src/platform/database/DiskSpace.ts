import { Effect } from "effect"
import { statfs } from "node:fs/promises"
import { DataFolderUnusable, inDataFolder } from "./FolderErrors.ts"

export interface DiskSpace {
  readonly bytes: number
  readonly files: number
}

const mebibyte = 1024 ** 2

/** Space that an existing database needs to open: one WAL segment and some files. */
export const neededToOpen: DiskSpace = { bytes: 16 * mebibyte, files: 64 }

/** Space for a new database: the demonstration shop takes 63 MiB in 1,260 files, and the WAL grows as much again. */
export const neededToCreate: DiskSpace = { bytes: 128 * mebibyte, files: 2_048 }

/** Returns the free space on a folder's disk. A file system that counts no inodes can hold any number of files. */
export const freeSpaceOf = (folder: string) =>
  Effect.map(
    inDataFolder(folder, () => statfs(folder)),
    ({ bavail, bsize, ffree, files }): DiskSpace => ({
      bytes: bavail * bsize,
      files: files === 0 ? Number.POSITIVE_INFINITY : ffree
    })
  )

export const suffices = ({ bytes, files }: DiskSpace, needed: DiskSpace): boolean =>
  bytes >= needed.bytes && files >= needed.files

/** Fails if the disk of a folder has less free space than needed. */
export const check = (folder: string, needed: DiskSpace) =>
  Effect.flatMap(freeSpaceOf(folder), (room) =>
    suffices(room, needed)
      ? Effect.void
      : new DataFolderUnusable({ folder, cause: Object.assign(new Error("no room"), { code: "ENOSPC" }) })
  )
