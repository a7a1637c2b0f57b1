import { afterEach, describe, expect, it } from 'vitest'
import { openLayer, openLayers } from './layerStack.ts'

const open: (() => void)[] = []
function push(id: string, ...within: string[]) {
  const close = openLayer({ id, kind: 'panel', within })
  open.push(close)
  return close
}
const ids = () => openLayers().map(layer => layer.id)

describe('the stack of open layers', () => {
  afterEach(() => {
    for (const close of open.splice(0)) close()
  })

  it('puts the newest on top', () => {
    push('a')
    push('b', 'a')
    push('c')
    expect(ids()).toEqual(['a', 'b', 'c'])
  })

  it('puts a layer below layers that were opened inside it earlier', () => {
    push('other')
    push('inner', 'outer')
    push('outer')
    expect(ids()).toEqual(['other', 'outer', 'inner'])
  })

  it('a layer can be removed from the middle, and twice', () => {
    push('a')
    const closeB = push('b')
    push('c')
    closeB()
    closeB()
    expect(ids()).toEqual(['a', 'c'])
  })
})
