import type { Plugin } from 'vite'

/** In development, passes on the server's redirect of `/_/` to the installer while there is no admin. */
export function installerRedirect(api: string): Plugin {
  return {
    name: 'coffer:installer-redirect',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const url = request.url ?? '/'
        if (url.split('?')[0] !== '/_/') return next()
        const startPage = await fetch(api + url, { redirect: 'manual' }).catch(() => undefined)
        const target = startPage?.headers.get('location')
        if (startPage?.status !== 307 || !target) return next()
        response.writeHead(307, { location: target }).end()
      })
    },
  }
}
