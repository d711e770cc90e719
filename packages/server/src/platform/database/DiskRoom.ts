import { Effect } from "effect"
import { statfs } from "node:fs/promises"
import { DataFolderUnusable, inDataFolder } from "./FolderUnusable.ts"

/** Room on a disk. */
export interface Room {
  readonly bytes: number
  readonly files: number
}

const mebibyte = 1024 ** 2

/** What a database that is there needs to open: a segment of its log, and some files. */
export const toOpen: Room = { bytes: 16 * mebibyte, files: 64 }

/** What a new database with the demonstration shop needs: 63 MiB in 1,260 files, and as much for its log to grow. */
export const toCreate: Room = { bytes: 128 * mebibyte, files: 2_048 }

/** Returns the room on the disk of a folder. A file system that does not count files has room for any number. */
export const of = (folder: string) =>
  Effect.map(
    inDataFolder(folder, () => statfs(folder)),
    ({ bavail, bsize, ffree, files }): Room => ({
      bytes: bavail * bsize,
      files: files === 0 ? Number.POSITIVE_INFINITY : ffree
    })
  )

/** Returns whether there is as much room as is needed. */
export const suffices = ({ bytes, files }: Room, needed: Room): boolean =>
  bytes >= needed.bytes && files >= needed.files

/** Fails where the disk of a folder has less room than is needed. */
export const check = (folder: string, needed: Room) =>
  Effect.flatMap(of(folder), (room) =>
    suffices(room, needed)
      ? Effect.void
      : new DataFolderUnusable({ folder, cause: Object.assign(new Error("no room"), { code: "ENOSPC" }) })
  )
