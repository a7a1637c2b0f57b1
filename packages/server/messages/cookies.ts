import type { ApiRequest } from './ApiRequest.ts'

/** Returns the value of a cookie, if it is set. */
export const readCookie = ({ cookie }: ApiRequest['headers'], name: string): string | undefined =>
  cookie
    ?.split(/; */)
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * Returns the file token that the dashboard stores as a cookie, since images are requested without an `Authorization` header. It only
 * identifies the requester for the log and grants no access.
 */
export const readFileCookie = (headers: ApiRequest['headers']): string | undefined => readCookie(headers, 'coffer-file-token')
