import type { ExplainedComparison, ExplainedNode, ExplainedRow, ExplainedSide } from '@coffer/schema'
import { joinClasses } from '@coffer/ui'
import { Check, X } from 'lucide-react'
import { createContext, use } from 'react'
import styles from './ExplainedTree.module.css'

/** Names of auth records by `COLLECTION/ID`. */
type Names = ReadonlyMap<string, string>

const NamesContext = createContext<Names>(new Map())

/** A rule as a tree: each part with whether the record meets it, and each comparison with its values. */
export function ExplainedTree({ node, names }: { node: ExplainedNode; names: Names }) {
  return (
    <NamesContext value={names}>
      <ul className={styles.tree}>
        <Part node={node} />
      </ul>
    </NamesContext>
  )
}

function Part({ node }: { node: ExplainedNode }) {
  return (
    <li className={styles.part}>
      <div className={joinClasses(styles.head, node.isMet ? styles.met : styles.unmet)}>
        {node.isMet ? <Check size={16} role="img" aria-label="True" /> : <X size={16} role="img" aria-label="False" />}
        {node.kind === 'comparison' ? (
          <code className={styles.text}>{node.text}</code>
        ) : (
          <span className={styles.text}>{node.kind === 'and' ? 'All of these' : 'Any of these'}</span>
        )}
      </div>
      {node.kind === 'comparison' ? (
        <Rows comparison={node} />
      ) : (
        <>
          {node.kind === 'and' && !node.isMet && node.parts.every(({ isMet }) => isMet) && (
            <p className={styles.note}>Each is true for some row, but none of the rows meets all of them.</p>
          )}
          <ul className={styles.parts}>
            {node.parts.map(part => (
              <Part key={part.span.start} node={part} />
            ))}
          </ul>
          {node.omitted !== undefined && <p className={styles.note}>{node.omitted} more parts are not shown.</p>}
        </>
      )}
    </li>
  )
}

function Rows({ comparison: { hasMany, isMet, rows } }: { comparison: ExplainedComparison }) {
  const [first] = rows
  const isDecided = hasMany && rows.length === 1 && first?.isMet === isMet
  return (
    <div className={styles.rows}>
      {hasMany && <span className={styles.note}>{isDecided ? 'The row that decided:' : 'The first rows:'}</span>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id and never move
        <Row key={index} row={row} />
      ))}
    </div>
  )
}

function Row({ row: { left, right } }: { row: ExplainedRow }) {
  return (
    <span className={styles.row}>
      <Side side={left} />
      <span className={styles.note}>and</span>
      <Side side={right} />
    </span>
  )
}

function valueText({ value, isSecret, path }: ExplainedSide): string {
  if (isSecret) return 'hidden'
  if (value === null) return path?.some(({ id }) => id === null) ? 'no record' : 'empty'
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function Side({ side }: { side: ExplainedSide }) {
  const { path = [] } = side
  const names = use(NamesContext)
  return (
    <span>
      {path.map(({ collection, id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path can lead to a record twice
        <span key={index} className={styles.note}>
          {collection} {id === null ? '(none)' : (names.get(`${collection}/${id}`) ?? id)} →{' '}
        </span>
      ))}
      <code className={styles.value}>{valueText(side)}</code>
    </span>
  )
}
