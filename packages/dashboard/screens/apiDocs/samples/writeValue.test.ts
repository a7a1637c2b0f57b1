import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Code, quoteDart, writeDart, writeJavaScript, writeJson } from './writeValue.ts'

test('writeJavaScript and writeDart write a nested value', () => {
  const value = { title: "It's $5\n", 'views+': 1, tags: ['a', 'b'], extra: { deep: null }, cover: new Code('files[0]') }
  expect(writeJavaScript(value)).toBe(
    "{\n  title: 'It\\'s $5\\n',\n  'views+': 1,\n  tags: ['a', 'b'],\n  extra: { deep: null },\n  cover: files[0],\n}",
  )
  expect(writeDart(value)).toBe(
    "{\n  'title': 'It\\'s \\$5\\n',\n  'views+': 1,\n  'tags': ['a', 'b'],\n  'extra': {'deep': null},\n  'cover': files[0],\n}",
  )
  expect(quoteDart('a\\b\u0001')).toBe("'a\\\\b\\u0001'")
})

test('writeJavaScript writes __proto__ as an own property', () => {
  expect(writeJavaScript(JSON.parse('{"__proto__":1}'))).toBe("{\n  ['__proto__']: 1,\n}")
})

test('code written for any JSON value evaluates to that value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const read = new Function(`return (${writeJavaScript(value)})`)
      expect(JSON.stringify(read())).toBe(JSON.stringify(value))
      expect(JSON.parse(writeJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
