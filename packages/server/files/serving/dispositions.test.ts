import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, servedType } from './dispositions.ts'

/** Types that a browser executes as scripts despite `nosniff`, from the MIME Sniffing Standard. */
const scriptTypes = [
  'application/ecmascript',
  'application/javascript',
  'application/x-ecmascript',
  'application/x-javascript',
  'text/ecmascript',
  'text/javascript',
  'text/javascript1.0',
  'text/javascript1.5',
  'text/jscript',
  'text/livescript',
  'text/x-ecmascript',
  'text/x-javascript',
  'application/wasm',
]

test.each(scriptTypes)('a file stored as %s is served as plain text or bytes and downloaded', type => {
  const variant = fc.constantFrom('', '; charset=utf-8', ';charset=utf-8', ', text/plain', ' ', '\n', ';', '; a="b"')
  const prefix = fc.constantFrom('', ' ', 'text/plain, ', 'image/png,', '\t')
  const asCased = (text: string, upper: boolean) => (upper ? text.toUpperCase() : text)
  fc.assert(
    fc.property(prefix, variant, fc.boolean(), fc.constantFrom('x.js', 'x', 'x.png'), (before, after, upper, name) => {
      const served = servedType(asCased(before + type + after, upper), name)
      expect(['text/plain; charset=utf-8', 'application/octet-stream']).toContain(served)
      expect(contentDisposition(served, name, false)).toMatch(/^attachment;/)
    }),
  )
})

test.each([
  ['image/png', 'a.png', 'image/png', 'inline'],
  ['image/png', 'a.svg', 'image/svg+xml', 'attachment'],
  ['video/mp4', 'a.css', 'text/css', 'attachment'],
  ['text/html; charset=utf-8', 'a.png', 'text/html; charset=utf-8', 'attachment'],
  ['application/postscript', 'a.ps', 'application/postscript', 'attachment'],
  ['audio/ogg; codecs=opus', 'a.oga', 'audio/ogg; codecs=opus', 'attachment'],
  ['', 'a.png', 'application/octet-stream', 'attachment'],
  ['image/png\r\nX-Evil: 1', 'a.png', 'application/octet-stream', 'attachment'],
])('a file stored as %j and named %s is served as %s, %s', (stored, name, type, disposition) => {
  expect(servedType(stored, name)).toBe(type)
  expect(contentDisposition(type, name, false)).toBe(`${disposition}; filename=${name}`)
})
