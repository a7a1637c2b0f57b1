/** Progress of sending a request body, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

const parseHeaders = (headers: string): [string, string][] =>
  headers
    .split('\r\n')
    .filter(Boolean)
    .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])

/** A `fetch` based on XMLHttpRequest that reports upload progress, which `fetch` itself cannot. */
export function uploadFetch(onProgress: (progress: UploadProgress) => void): typeof fetch {
  return (input, options = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = options
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      request.open(method, input instanceof Request ? input.url : input)
      request.responseType = 'arraybuffer'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
      request.onload = () => {
        const isEmpty = request.status === 204 || request.status === 304
        const { status, statusText } = request
        resolve(
          new Response(isEmpty ? null : request.response, {
            status,
            statusText,
            headers: parseHeaders(request.getAllResponseHeaders()),
          }),
        )
      }
      // The same error as `fetch` throws, so that the client library treats it alike.
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(new DOMException('The request was aborted.', 'AbortError'))
      request.onloadend = () => signal?.removeEventListener('abort', abort)
      if (signal?.aborted) {
        reject(new DOMException('The request was aborted.', 'AbortError'))
        return
      }
      signal?.addEventListener('abort', abort)
      request.send(body instanceof ReadableStream ? null : (body ?? null))
    })
}
