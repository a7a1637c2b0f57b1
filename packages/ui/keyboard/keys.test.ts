import { describe, expect, it } from 'vitest'
import { isPressed, nameKeys, parseKeys } from './keys.ts'

const plain = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

describe('isPressed', () => {
  it.each([
    ['n', { ...plain, key: 'n' }, true],
    ['n', { ...plain, key: 'N', shiftKey: true }, false],
    ['n', { ...plain, key: 'n', ctrlKey: true }, false],
    ['n', { ...plain, key: 'n', altKey: true }, false],
    ['shift+n', { ...plain, key: 'N', shiftKey: true }, true],
    ['?', { ...plain, key: '?', shiftKey: true }, true],
    ['?', { ...plain, key: '?' }, true],
    ['/', { ...plain, key: '/' }, true],
    ['/', { ...plain, key: '7', shiftKey: true }, false],
    ['[', { ...plain, key: '[' }, true],
    ['[', { ...plain, key: '[', ctrlKey: true, altKey: true }, true],
    ['[', { ...plain, key: '[', ctrlKey: true }, false],
    ['mod+k', { ...plain, key: 'k', ctrlKey: true }, true],
    ['mod+k', { ...plain, key: 'k', metaKey: true }, true],
    ['mod+k', { ...plain, key: 'k' }, false],
    ['mod+Enter', { ...plain, key: 'Enter', ctrlKey: true }, true],
    ['mod+Enter', { ...plain, key: 'Enter', ctrlKey: true, shiftKey: true }, false],
    ['mod++', { ...plain, key: '+', ctrlKey: true }, true],
    ['+', { ...plain, key: '+' }, true],
  ])('%s and %j: %s', (keys, event, expected) => {
    expect(isPressed(parseKeys(keys), event)).toBe(expected)
  })
})

describe('nameKeys', () => {
  it.each([
    ['mod+k', false, ['Ctrl', 'K']],
    ['mod+k', true, ['⌘', 'K']],
    ['mod+Enter', true, ['⌘', '↩']],
    ['shift+ArrowUp', false, ['Shift', '↑']],
    ['Escape', false, ['Esc']],
    ['?', true, ['?']],
  ])('names %s (Apple: %s) %j', (keys, isApple, names) => {
    expect(nameKeys(keys, isApple)).toEqual(names)
  })
})
