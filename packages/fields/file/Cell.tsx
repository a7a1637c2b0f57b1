import { Tooltip } from '@coffer/ui'
import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { ItemList } from '../cells/ItemList.tsx'
import { textsOf } from '../list/textsOf.ts'
import type { CellProps } from '../viewContract.ts'
import { FileThumb } from './FileThumb.tsx'

const compactLimit = 10
const limit = 500

export function Cell({ field, value, record, context, compact }: CellProps) {
  const names = textsOf(value)
  if (names.length === 0) return <EmptyValue />
  const thumbOf = (name: string) => context.fileUrl(field, record, name, { thumb: '100x100' })
  const compactItem = (name: string) => (
    <Tooltip key={name} content={name} names>
      <span>
        <FileThumb name={name} address={thumbOf(name)} />
      </span>
    </Tooltip>
  )
  const wholeItem = (name: string) => (
    <a
      key={name}
      className={styles.withIcon}
      href={context.fileUrl(field, record, name)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <FileThumb name={name} address={thumbOf(name)} isDecorative />
      {name}
    </a>
  )
  return (
    <ItemList items={names} compact={compact} limit={compact ? compactLimit : limit}>
      {compact ? compactItem : wholeItem}
    </ItemList>
  )
}
