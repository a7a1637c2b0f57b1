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
  /** Element that the popups open below. */
  anchor: RefObject<HTMLElement | null>
  /** Returns the element to focus when a popup closes. */
  returnTo: () => HTMLElement | null
  className: string | undefined
}

/** Buttons at the end of the filter bar: recent filters and help. */
export function FilterAids(props: FilterAidsProps) {
  const { examples, recent, isRecentOpen, onRecentOpen, onChoose, onForget, className, ...place } = props
  const [isHelpOpen, setHelpOpen] = useState(false)
  // Popups stay mounted after their first opening, because they return the focus while closing.
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
        label="Filter syntax"
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
