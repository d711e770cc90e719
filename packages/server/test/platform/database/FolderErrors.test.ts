import { assert, it } from "@effect/vitest"
import { DataFolderUnusable, isSystemError } from "../../../src/platform/database/FolderErrors.ts"

const failed = (code: string) => Object.assign(new Error("told in other words"), { code })

it("a folder that cannot be used has one sentence with the reason and the mend, whoever reports the reason", () => {
  const sentences = [
    [failed("EACCES"), "this user may not read and write there. Choose another STOREFRONT_DATA_DIR."],
    [failed("EROFS"), "the file system is read-only. Choose another STOREFRONT_DATA_DIR."],
    [failed("ENOSPC"), "the disk is full. Delete files there, or choose another folder."],
    [failed("EMFILE"), "too many files are open. Raise the limit: ulimit -n 1024."],
    [failed("EXOTIC"), "the system refuses it (EXOTIC). Choose another STOREFRONT_DATA_DIR."],
    // PostgreSQL, and the file system of the embedded engine.
    [failed("53100"), "the disk is full. Delete files there, or choose another folder."],
    [{ name: "ErrnoError", errno: 51 }, "the disk is full. Delete files there, or choose another folder."],
    [{ name: "ErrnoError", errno: 69 }, "the file system is read-only. Choose another STOREFRONT_DATA_DIR."]
  ] as const
  for (const [cause, sentence] of sentences) {
    assert.strictEqual(
      new DataFolderUnusable({ folder: "/data", cause }).message,
      `The data folder /data cannot be used: ${sentence}`
    )
  }
  assert.isTrue(isSystemError({ errno: 51 }))
  assert.isFalse(isSystemError(new Error("PGlite failed to initialize properly")))
})
