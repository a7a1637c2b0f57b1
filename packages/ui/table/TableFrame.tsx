import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { useOverflowMarks } from '../scroll/useOverflowMarks.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Table.module.css'
import type { Density } from './useRowHeight.ts'

export interface TableFrameProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** The accessible name of the table. */
  label: string
  /** The width of each column in pixels; undefined fills the remaining width. */
  widths: readonly (number | undefined)[]
  density?: Density | undefined
  /** The total number of rows including the header, if only some are rendered. */
  rowCount?: number | undefined
  /** Whether the rows are being reloaded. They stay in place and are dimmed. */
  isStale?: boolean | undefined
  /** Called with the pixels that the table has, before it is painted and whenever they change. */
  onWidth?: ((width: number) => void) | undefined
  /** `TableHead` and `TableBody`. */
  children: ReactNode
}

const FrameContext = createContext<RefObject<HTMLElement | null>>({ current: null })

/** The scroll container of the table around a component. */
export function useTableFrame(): RefObject<HTMLElement | null> {
  return use(FrameContext)
}

/** A table that scrolls in both directions, with a sticky header and sticky columns. */
export function TableFrame(props: TableFrameProps) {
  const { label, widths, density = 'normal', rowCount, isStale = false, onWidth, children, className, ...rest } = props
  const frame = useRef<HTMLDivElement>(null)
  const total = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0)

  useOverflowMarks(frame)
  const report = useEffectEvent(() => frame.current && onWidth?.(frame.current.clientWidth))
  useLayoutEffect(() => {
    report()
    const observer = new ResizeObserver(() => report())
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div {...rest} ref={frame} className={joinClasses(styles.frame, className)} data-stale={isStale ? '' : undefined}>
      <table
        className={joinClasses(styles.table, density !== 'normal' && styles[density])}
        style={{ minWidth: total }}
        aria-label={label}
        aria-rowcount={rowCount}
        aria-busy={isStale || undefined}
      >
        <colgroup>
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <FrameContext value={frame}>{children}</FrameContext>
      </table>
    </div>
  )
}
