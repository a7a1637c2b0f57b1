import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { ItemList } from '../cells/ItemList.tsx'
import { listTexts } from '../list/listTexts.ts'
import type { CellProps } from '../viewContract.ts'
import { FileButton } from './FileButton.tsx'

const compactLimit = 10
const limit = 500

export function Cell({ field, value, record, context, compact, tabIndex }: CellProps) {
  const names = listTexts(value)
  if (names.length === 0) return <EmptyValue />
  const button = (name: string) => (
    <FileButton
      key={name}
      name={name}
      address={context.fileUrl(field, record, name, { thumb: '100x100' })}
      onPress={() => context.previewFile({ field, record, filename: name })}
      tabIndex={tabIndex}
    />
  )
  const line = (name: string) => (
    <span key={name} className={styles.withIcon}>
      {button(name)}
      <a href={context.fileUrl(field, record, name)} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    </span>
  )
  return (
    <ItemList items={names} compact={compact} limit={compact ? compactLimit : limit}>
      {compact ? button : line}
    </ItemList>
  )
}
