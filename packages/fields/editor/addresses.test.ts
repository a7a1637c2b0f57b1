import { describe, expect, test } from 'vitest'
import {
  altFromName,
  completeAddress,
  isImageAddress,
  isLinkAddress,
  isShownImage,
  sourceWithoutOrigin,
  withoutOrigin,
} from './addresses.ts'

describe('a link', () => {
  test.each([
    'https://x.example',
    'HTTP://x',
    '/path',
    'path/x',
    '#part',
    '?q',
    'mailto:a@b.example',
    'tel:+49',
    '//x.example',
    './a:b',
  ])('can have the URL %j', address => expect(isLinkAddress(address)).toBe(true))
  test.each([
    '',
    ' ',
    'javascript:x',
    'JavaScript:x',
    ' javascript:x',
    'java\nscript:x',
    'java\u0000script:x',
    '\u200bjavascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///c',
  ])('cannot have the URL %j', address => expect(isLinkAddress(address)).toBe(false))
})

test.each([
  ['example.com', 'https://example.com'],
  [' example.com/a?b ', 'https://example.com/a?b'],
  ['a.example.com:8080/x', 'https://a.example.com:8080/x'],
  ['me@example.com', 'mailto:me@example.com'],
  ['page.html', 'page.html'],
  ['/a.b', '/a.b'],
  ['#x', '#x'],
  ['https://x', 'https://x'],
  ['javascript:x.y', 'javascript:x.y'],
])('completes the typed URL %j to %j', (typed, address) => {
  expect(completeAddress(typed)).toBe(address)
})

test.each([
  ['https://x.example/i.png', true, false],
  ['//x.example/i.png', true, false],
  ['/api/files/i.png', true, true],
  ['/\\x.example/i.png', true, false],
  ['HTTPS://app.example/i.png', true, true],
  ['https://app.example.org/i.png', true, false],
  ['i.png', true, false],
  ['data:image/png;base64,AA', true, true],
  ['data:text/html,x', false, false],
  ['javascript:x', false, false],
  ['file:///x.png', false, false],
  ['', false, false],
])('an image with the URL %j is allowed: %s, loaded by the dashboard: %s', (address, isAllowed, isShown) => {
  expect(isImageAddress(address)).toBe(isAllowed)
  expect(isShownImage(address, 'https://app.example')).toBe(isShown)
})

test('removes only the given origin from a URL', () => {
  expect(withoutOrigin('https://app.example/a?b#c', 'https://app.example')).toBe('/a?b#c')
  expect(withoutOrigin('https://app.example', 'https://app.example')).toBe('https://app.example')
  expect(withoutOrigin('https://app.example.org/a', 'https://app.example')).toBe('https://app.example.org/a')
  expect(sourceWithoutOrigin('<a class=x href="https://a.b/c">https://a.b/d</a><img src=https://a.b/e>', 'https://a.b')).toBe(
    '<a class=x href="/c">https://a.b/d</a><img src=/e>',
  )
})

test.each([
  ['light_house_aB3dE5fG7h.png', 'light house'],
  ['photo.jpg', 'photo'],
  ['my-cat.final.webp', 'my cat.final'],
])('the image %s gets the alternative text %j', (name, alt) => {
  expect(altFromName(name)).toBe(alt)
})
