import { expect, test } from 'vitest'
import { resolveUrl } from './resolveUrl.ts'

test.each([
  ['http://localhost:8090/_/#/auth/x', 'http://localhost:8090/_/#/auth/x'],
  ['http://localhost:8090/////_/#//auth//x', 'http://localhost:8090/_/#//auth//x'],
  ['https://a.example//x////verify//now/?t=1&n=Tom & Jerry', 'https://a.example/x/verify/now/?t=1&n=Tom & Jerry'],
  ['https://a.example/x/./y/../z', 'https://a.example/x/z'],
  ['https://a.example/../../x', 'https://a.example/x'],
  ['https://a.example', 'https://a.example'],
  ['https://a.example//', 'https://a.example/'],
  ['https://a.example/{ACTION_URL}/grüße und%20so/', 'https://a.example/%7BACTION_URL%7D/gr%C3%BC%C3%9Fe%20und%20so/'],
  ['localhost:8090//x', 'localhost:8090/x'],
  ['/x//y', '/x/y'],
  ['', ''],
])('resolves %j to %j', (address, resolved) => {
  expect(resolveUrl(address)).toBe(resolved)
})
