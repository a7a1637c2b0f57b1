import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** Maximum number of entries. No data directory has more, and lists of names take memory. */
const maxEntries = 5_000_000

const fileKinds = 0o170000
const regularFile = 0o100000
const folder = 0o040000

/** Maximum compression ratio of deflate: https://zlib.net/zlib_tech.html */
const maxDeflateRatio = 1032

/** Bytes by which an entry can exceed the ratio. */
const deflateOverhead = 64

/** Returns why an entry is invalid, as the end of a sentence. */
function problemOf(entry: Entry): string | undefined {
  const kind = (entry.externalFileAttributes >>> 16) & fileKinds
  if (kind !== 0 && kind !== regularFile && kind !== folder) return 'is neither a file nor a folder'
  if (entry.isEncrypted()) return 'is encrypted'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (/[\x00-\x1f]/.test(entry.fileName)) return 'has a name with control characters'
  if (entry.uncompressedSize > entry.compressedSize * maxDeflateRatio + deflateOverhead) return 'claims an impossible size'
  return entry.canDecodeFileData() ? undefined : 'uses a compression method that is not supported'
}

/** Opens an archive for `work` and closes it. Rejects entries whose path leads out of the folder, links and devices. */
export async function withArchive<T>(
  path: string,
  work: (zip: ZipFile, entries: AsyncIterable<Entry>) => Promise<T>,
): Promise<T> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true })
  const entries = async function* () {
    if (zip.entryCount > maxEntries)
      throw new Error(`The archive has ${zip.entryCount} entries. At most ${maxEntries} are supported.`)
    for await (const entry of zip.eachEntry()) {
      const problem = problemOf(entry)
      if (problem !== undefined) throw new Error(`${JSON.stringify(entry.fileName)} in the archive ${problem}.`)
      yield entry
    }
  }
  try {
    return await work(zip, entries())
  } finally {
    zip.close()
  }
}
