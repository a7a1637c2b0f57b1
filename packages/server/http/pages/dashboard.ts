import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { contentType } from 'mime-types'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import { acceptsEncoding } from '../responses/headers.ts'
import { findManualPage } from './manualPages.ts'
import { pathBelow, readIfThere } from './pageFile.ts'

/**
 * Allows scripts and data only from this server, and forbids every page to frame the dashboard. The previews of files that are not
 * uploaded yet have `blob:` URLs. Style elements are forbidden, but style attributes are not: records of editor fields contain them, and
 * browsers apply the policy to HTML that the dashboard only parses.
 */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "frame-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Content-Security-Policy': contentPolicy,
  // Prevents pages that open the dashboard, or that it opens, from accessing its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

const assetCacheControl = 'max-age=1209600, stale-while-revalidate=86400'
/** Built assets have a hash of their content in their names, so they never change. */
const hashedCacheControl = 'public, max-age=31536000, immutable'

const notBuilt = `The dashboard has not been built yet. Build it with "npm run build", or start the server with "npm start",
which builds the dashboard when it is missing. The API works without the dashboard.
`

const varies = (common: Record<string, string>) => ({ ...common, Vary: 'Origin, Accept-Encoding' })

/** Reads a file in the smallest encoding that the client accepts and the build has created. */
async function readEncoded(path: string, acceptEncoding: string | undefined) {
  for (const { name, suffix } of encodings) {
    const bytes = acceptsEncoding(acceptEncoding, name) ? await readIfThere(path + suffix) : undefined
    if (bytes) return { bytes, headers: { 'Content-Encoding': name } }
  }
  const bytes = await readIfThere(path)
  return bytes && { bytes, headers: {} }
}

/** Redirects the start page to the installer while no admin exists, and the installer to the start page afterward. */
async function installerRedirect(target: string, hasAdmins: () => Promise<boolean>): Promise<string | undefined> {
  const isInstaller = parseQuery(target).some(([name]) => name === 'installer')
  if (await hasAdmins()) return isInstaller ? '?' : undefined
  return isInstaller ? undefined : '?installer#'
}

export interface DashboardRequest {
  target: string
  /** The routed path below `/_/`. */
  path: string
  header: (name: string) => string | undefined
}

export interface MissingFile {
  /** The headers of a 404 response. */
  missing: Record<string, string>
  /** The page to send instead of an error message. */
  page?: HttpResponse
}

/**
 * Serves the built dashboard below `/_/`, and the manual below `/_/docs/`.
 * @returns `missing`, the headers of a 404 response, when the file does not exist; and `page`, the response in the manual
 */
export function dashboard(folder: string, hasAdmins: () => Promise<boolean>) {
  /** Serves a built page, which browsers revalidate by its ETag. Returns undefined when the page does not exist. */
  const page = async (path: string, { header }: DashboardRequest, common: Record<string, string>) => {
    const found = await readEncoded(path, header('accept-encoding'))
    if (!found) return undefined
    const headers = {
      ...varies(common),
      ...found.headers,
      'Content-Type': 'text/html; charset=utf-8',
      ...pageHeaders,
      ETag: `"${createHash('sha256').update(found.bytes).digest('base64url').slice(0, 22)}"`,
    }
    if (header('if-none-match') === headers.ETag) return { status: 304, headers }
    return { status: 200, headers, body: found.bytes }
  }

  const start = async (request: DashboardRequest, common: Record<string, string>): Promise<HttpResponse> => {
    const location = await installerRedirect(request.target, hasAdmins)
    if (location !== undefined) return { status: 307, headers: { ...common, Location: location } }
    const built = await page(`${folder}/index.html`, request, common)
    return built ?? { status: 503, headers: { ...common, 'Content-Type': 'text/plain; charset=utf-8' }, body: notBuilt }
  }

  /** Responds to a path without a file: below the manual with its own pages, otherwise with an error. */
  const missing = async (
    { path, target }: DashboardRequest,
    common: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<HttpResponse | MissingFile> => {
    const answer = await findManualPage(folder, path)
    if (!answer) return { missing: headers }
    if ('location' in answer) {
      const query = /\?.*/s.exec(target)?.[0] ?? ''
      return { status: 307, headers: { ...common, Location: answer.location + query } }
    }
    const pageType = { 'Content-Type': 'text/html; charset=utf-8' }
    return {
      missing: headers,
      page: { status: 404, headers: { ...common, ...pageType, ...pageHeaders }, body: answer.unknown },
    }
  }

  const asset = async (request: DashboardRequest, common: Record<string, string>) => {
    const { path, header } = request
    const file = pathBelow(folder, path === '/_/docs/' ? 'docs/index.html' : path.slice('/_/'.length))
    const built = file?.endsWith('.html') ? await page(file, request, common) : undefined
    if (built) return built
    const found = file === undefined ? undefined : await readEncoded(file, header('accept-encoding'))
    const headers = { ...varies(common), 'Cache-Control': assetCacheControl }
    if (file === undefined || !found) return missing(request, common, headers)
    return {
      status: 200,
      headers: {
        ...headers,
        ...found.headers,
        'Content-Type': contentType(extname(file)) || 'application/octet-stream',
        ...(/^\/_\/(docs\/)?assets\//.test(path) ? { 'Cache-Control': hashedCacheControl } : {}),
      },
      body: found.bytes,
    }
  }

  return async (request: DashboardRequest, common: Record<string, string>): Promise<HttpResponse | MissingFile> =>
    request.path === '/_/' || request.path === '/_/index.html' ? start(request, common) : asset(request, common)
}
