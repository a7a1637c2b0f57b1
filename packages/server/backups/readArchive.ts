import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** Beyond this no data directory comes, and lists of names take memory. */
const mostEntries = 5_000_000

const fileKinds = 0o170000
const regularFile = 0o100000
const folder = 0o040000

/** Deflate can't pack more than this many bytes into one: https://zlib.net/zlib_tech.html */
const maxDeflateRatio = 1032

/** Bytes by which even an empty entry may grow or shrink. */
const deflateOverhead = 64

/** What is wrong with an entry, as the end of a sentence. */
const faultOf = (entry: Entry): string | undefined => {
  const kind = (entry.externalFileAttributes >>> 16) & fileKinds
  if (kind !== 0 && kind !== regularFile && kind !== folder) return 'is neither a file nor a folder'
  if (entry.isEncrypted()) return 'is encrypted'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\x00-\x1f]/.test(entry.fileName)) return 'has a name with control characters'
  if (entry.uncompressedSize > entry.compressedSize * maxDeflateRatio + deflateOverhead)
    return 'claims a size that it cannot have'
  return entry.canDecodeFileData() ? undefined : 'is compressed in a way that cannot be read'
}

/** Opens an archive for `work` and closes it. Names that lead out of a folder, links and what else is no file are refused. */
export const withArchive = async <T>(
  path: string,
  work: (zip: ZipFile, entries: AsyncIterable<Entry>) => Promise<T>,
): Promise<T> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true })
  const entries = async function* () {
    if (zip.entryCount > mostEntries)
      throw new Error(`The archive has ${zip.entryCount} entries, which is more than can be true.`)
    for await (const entry of zip.eachEntry()) {
      const fault = faultOf(entry)
      if (fault !== undefined) throw new Error(`${JSON.stringify(entry.fileName)} in the archive ${fault}.`)
      yield entry
    }
  }
  try {
    return await work(zip, entries())
  } finally {
    zip.close()
  }
}
