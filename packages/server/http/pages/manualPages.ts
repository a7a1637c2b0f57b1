import { extname } from 'node:path'
import { findFile, pathBelow, readIfThere } from './pageFile.ts'

/** The path below which the manual is served. All of its pages are directly in it. */
const manual = '/_/docs/'

/** What to answer for a path of the manual without a file: the relative address of a page, or the page for unknown addresses. */
export type ManualAnswer = { location: string } | { unknown: Buffer<ArrayBuffer> }

/**
 * Finds the page of the manual that a path names without `.html`, in a folder or with a slash at its end.
 * @param folder the folder with the built dashboard
 * @returns undefined for paths of other files, such as images
 */
export async function findManualPage(folder: string, path: string): Promise<ManualAnswer | undefined> {
  const isPage = path.startsWith(manual) && !path.startsWith(`${manual}assets/`) && ['', '.html'].includes(extname(path))
  if (!isPage) return undefined
  const segments = path.slice(manual.length).split('/')
  const name = segments.findLast(segment => segment !== '') ?? ''
  // The page for unknown addresses works only directly in the folder, because its own addresses are relative.
  if (segments.length > 1) return { location: '../'.repeat(segments.length - 1) + name }
  const file = pathBelow(folder, `docs/${name}.html`)
  if (file !== undefined && (await findFile(file))) return { location: `${name}.html` }
  const unknown = await readIfThere(`${folder}/docs/404.html`)
  return unknown && { unknown }
}
