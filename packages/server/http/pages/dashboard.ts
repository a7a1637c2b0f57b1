import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { contentType } from 'mime-types'
import type { HttpAnswer } from '../../messages/HttpAnswer.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import { acceptsEncoding } from '../answers/acceptsEncoding.ts'
import { pathBelow, readIfThere } from './pageFile.ts'

/**
 * Scripts and data come from this server alone, and no page may frame the dashboard. A `blob:` is a file that is about to be
 * uploaded.
 */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
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
  // Pages that open the dashboard, or that it opens, cannot reach its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

const assetAge = 'max-age=1209600, stale-while-revalidate=86400'
/** The names of built assets carry a hash of their content. */
const hashedAge = 'public, max-age=31536000, immutable'

const notBuilt = `The dashboard has not been built yet. Build it with "npm run build", or start the server with "npm start",
which builds it when it is missing. The API works without it.
`

const varies = (common: Record<string, string>) => ({ ...common, Vary: 'Origin, Accept-Encoding' })

/** The file in the smallest form that the client takes and the build has made. */
const readEncoded = async (path: string, acceptEncoding: string | undefined) => {
  for (const { name, suffix } of encodings) {
    const bytes = acceptsEncoding(acceptEncoding, name) ? await readIfThere(path + suffix) : undefined
    if (bytes) return { bytes, headers: { 'Content-Encoding': name } }
  }
  const bytes = await readIfThere(path)
  return bytes && { bytes, headers: {} }
}

/** Where the dashboard's page sends a browser: to the installer while there is no administrator, and away from it after. */
const installerRedirect = async (target: string, hasAdmins: () => Promise<boolean>): Promise<string | undefined> => {
  const isInstaller = parseQuery(target).some(([name]) => name === 'installer')
  if (await hasAdmins()) return isInstaller ? '?' : undefined
  return isInstaller ? undefined : '?installer#'
}

export interface DashboardRequest {
  target: string
  /** As routed: below /_/. */
  path: string
  header: (name: string) => string | undefined
}

/**
 * Serves the built dashboard below `/_/`.
 * @returns the headers of a 404 in place of an answer when there is no such file
 */
export const dashboard = (folder: string, hasAdmins: () => Promise<boolean>) => {
  /** Serves a built page, which browsers have to ask for again; undefined when there is none. */
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

  const start = async (request: DashboardRequest, common: Record<string, string>): Promise<HttpAnswer> => {
    const location = await installerRedirect(request.target, hasAdmins)
    if (location !== undefined) return { status: 307, headers: { ...common, Location: location } }
    const built = await page(`${folder}/index.html`, request, common)
    return built ?? { status: 503, headers: { ...common, 'Content-Type': 'text/plain; charset=utf-8' }, body: notBuilt }
  }

  const asset = async (request: DashboardRequest, common: Record<string, string>) => {
    const { path, header } = request
    const file = pathBelow(folder, path.slice('/_/'.length))
    const built = file?.endsWith('.html') ? await page(file, request, common) : undefined
    if (built) return built
    const found = file === undefined ? undefined : await readEncoded(file, header('accept-encoding'))
    const headers = { ...varies(common), 'Cache-Control': assetAge }
    if (file === undefined || !found) return { missing: headers }
    return {
      status: 200,
      headers: {
        ...headers,
        ...found.headers,
        'Content-Type': contentType(extname(file)) || 'application/octet-stream',
        ...(path.startsWith('/_/assets/') ? { 'Cache-Control': hashedAge } : {}),
      },
      body: found.bytes,
    }
  }

  return async (
    request: DashboardRequest,
    common: Record<string, string>,
  ): Promise<HttpAnswer | { missing: Record<string, string> }> =>
    request.path === '/_/' || request.path === '/_/index.html' ? start(request, common) : asset(request, common)
}
