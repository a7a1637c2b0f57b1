import { IconButton } from '@coffer/ui'
import { CircleHelp, History } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { FilterExample } from './FilterHelp.tsx'

const loadPopups = () => import('./filterPopups.ts')
const RecentFilters = lazy(async () => ({ default: (await loadPopups()).RecentFilters }))
const FilterHelp = lazy(async () => ({ default: (await loadPopups()).FilterHelp }))

interface FilterAidsProps {
  examples: readonly FilterExample[] | undefined
  recent: readonly string[]
  isRecentOpen: boolean
  onRecentOpen: (isOpen: boolean) => void
  onChoose: (filter: string) => void
  onForget: (filter: string) => void
  /** What the popups open under. */
  anchor: RefObject<HTMLElement | null>
  /** Where focus goes when they close. */
  returnTo: () => HTMLElement | null
  className: string | undefined
}

/** At the end of the filter bar: the filters used before, and how to write one. */
export function FilterAids(props: FilterAidsProps) {
  const { examples, recent, isRecentOpen, onRecentOpen, onChoose, onForget, className, ...place } = props
  const [isHelpOpen, setHelpOpen] = useState(false)
  // Once opened they stay, so that focus goes back as they close.
  const [isRecentUsed, setRecentUsed] = useState(false)
  const [isHelpUsed, setHelpUsed] = useState(false)
  if (isRecentOpen && !isRecentUsed) setRecentUsed(true)
  if (isHelpOpen && !isHelpUsed) setHelpUsed(true)

  const button = { size: 'small', className, 'aria-haspopup': 'dialog' } as const
  return (
    <>
      {recent.length > 0 && (
        <IconButton
          {...button}
          label="Recent filters"
          icon={History}
          aria-expanded={isRecentOpen}
          onPointerEnter={() => void loadPopups()}
          onClick={() => onRecentOpen(true)}
        />
      )}
      <IconButton
        {...button}
        label="How filters are written"
        icon={CircleHelp}
        aria-expanded={isHelpOpen}
        onPointerEnter={() => void loadPopups()}
        onClick={() => setHelpOpen(true)}
      />
      <Suspense>
        {isRecentUsed && (
          <RecentFilters
            {...place}
            open={isRecentOpen && recent.length > 0}
            filters={recent}
            onClose={() => onRecentOpen(false)}
            onChoose={onChoose}
            onRemove={onForget}
          />
        )}
        {isHelpUsed && (
          <FilterHelp {...place} examples={examples} isForBar={true} open={isHelpOpen} onClose={() => setHelpOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
