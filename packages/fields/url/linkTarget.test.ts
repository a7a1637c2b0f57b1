import { describe, expect, test } from 'vitest'
import { linkTarget } from './linkTarget.ts'

describe('a clicked URL', () => {
  test.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://localhost:8090', 'http://localhost:8090'],
    ['example.com', 'https://example.com'],
    ['www.example.com:81/x', 'https://www.example.com:81/x'],
    ['javascript:alert(1)', undefined],
    ['javascript:alert(document.cookie)//x.y', undefined],
    ['data:text/html,a.b', undefined],
    ['ftp://example.com', undefined],
    ['//example.com', undefined],
    ['/path.html', undefined],
    ['not an address', undefined],
    ['', undefined],
  ])('%j opens %j', (address, target) => {
    expect(linkTarget(address)).toBe(target)
  })
})
