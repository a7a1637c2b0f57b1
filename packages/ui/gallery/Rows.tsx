import { Calendar, Check, ChevronRight, Hash, Key, Text, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Button,
  Cell,
  Checkbox,
  Chip,
  CopyChip,
  FillerCell,
  HeaderCell,
  HeaderRow,
  Row,
  TableBody,
  TableFrame,
  TableHead,
} from '../index.ts'
import styles from './Gallery.module.css'
import { Line, Section } from './Section.tsx'

const titles = ['On keeping quinces', 'A short history of chests', 'Locks', 'What the sea gave back', 'Hinges and other joints']
const made = Array.from({ length: 24 }, (_, index) => ({
  id: `r${(index * 7919 + 104729).toString(36)}k${(index * 104723 + 15485863).toString(36)}x`.slice(0, 15).padEnd(15, 'q'),
  title: `${titles[index % titles.length]}`,
  views: (index * 7919) % 12000,
  isLive: index % 3 !== 0,
  created: `2026-11-${String((index % 28) + 1).padStart(2, '0')} 15:04:12.318Z`,
}))

/** A table of the low-level components. */
export function Rows() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isDescending, setDescending] = useState(true)
  const [titleWidth, setTitleWidth] = useState(220)
  const [isCompact, setCompact] = useState(false)
  const [isStale, setStale] = useState(false)
  const rows = useMemo(() => made.toSorted((a, b) => (isDescending ? b.views - a.views : a.views - b.views)), [isDescending])

  const choose = (id: string, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter(other => other !== id)))
  return (
    <Section title="Table">
      <Line>
        <Button size="small" aria-pressed={isCompact} onClick={() => setCompact(!isCompact)}>
          {isCompact ? 'Normal rows' : 'Compact rows'}
        </Button>
        <Button size="small" aria-pressed={isStale} onClick={() => setStale(!isStale)}>
          {isStale ? 'Fresh' : 'Stale'}
        </Button>
      </Line>
      <div className={styles.frame}>
        <TableFrame
          label="Posts"
          widths={[40, 184, titleWidth, 110, 100, 220, undefined, 44]}
          density={isCompact ? 'compact' : 'normal'}
          isStale={isStale}
          rowCount={rows.length + 1}
        >
          <TableHead>
            <HeaderRow>
              <HeaderCell sticky={0} isTight>
                <Checkbox
                  aria-label="Select all records"
                  checked={chosen.size === rows.length}
                  indeterminate={chosen.size > 0 && chosen.size < rows.length}
                  onCheckedChange={isOn => setChosen(new Set(isOn ? rows.map(row => row.id) : []))}
                />
              </HeaderCell>
              <HeaderCell sticky={40} isEdge icon={Key}>
                id
              </HeaderCell>
              <HeaderCell
                icon={Text}
                resize={{ value: titleWidth, min: 80, max: 600, onChange: setTitleWidth }}
                onSort={() => {}}
              >
                title
              </HeaderCell>
              <HeaderCell
                icon={Hash}
                align="right"
                sort={isDescending ? 'descending' : 'ascending'}
                onSort={() => setDescending(!isDescending)}
              >
                views
              </HeaderCell>
              <HeaderCell>live</HeaderCell>
              <HeaderCell icon={Calendar}>created</HeaderCell>
              <FillerCell />
              <FillerCell sticky="end" />
            </HeaderRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              <Row key={row.id} tabIndex={0} isPressable isSelected={chosen.has(row.id)} aria-rowindex={index + 2}>
                <Cell sticky={0} isTight>
                  <Checkbox
                    aria-label={`Select ${row.title}`}
                    checked={chosen.has(row.id)}
                    onCheckedChange={isOn => choose(row.id, isOn)}
                  />
                </Cell>
                <Cell sticky={40} isEdge isRowHeader>
                  <CopyChip text={row.id} noun="id" tabIndex={-1} />
                </Cell>
                <Cell>{row.title}</Cell>
                <Cell align="right">{row.views.toLocaleString('en')}</Cell>
                <Cell>
                  <Chip icon={row.isLive ? Check : X}>{row.isLive ? 'True' : 'False'}</Chip>
                </Cell>
                <Cell mono>{row.created}</Cell>
                <FillerCell />
                <Cell sticky="end" align="center" aria-hidden="true">
                  <ChevronRight size={16} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </TableFrame>
      </div>
    </Section>
  )
}
