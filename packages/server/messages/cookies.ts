import type { ApiRequest } from './ApiRequest.ts'

/** Returns the value of a cookie, or undefined without one. */
export const readCookie = ({ cookie }: ApiRequest['headers'], name: string): string | undefined =>
  cookie
    ?.split(/; */)
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * Returns the file token that the dashboard stores as a cookie for the addresses of files, since pictures send no `Authorization`
 * header. It only tells the log who made the request; it opens nothing.
 */
export const readFileCookie = (headers: ApiRequest['headers']): string | undefined => readCookie(headers, 'coffer-file-token')
