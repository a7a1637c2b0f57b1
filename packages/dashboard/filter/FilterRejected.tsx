import { Button, EmptyState } from '@coffer/ui'
import { SearchX } from 'lucide-react'

interface FilterRejectedProps {
  onClearFilter: (() => void) | undefined
  className?: string | undefined
}

/** Replaces a list whose filter the server rejected. It must not look like a list without matches. */
export function FilterRejected({ onClearFilter, className }: FilterRejectedProps) {
  return (
    <EmptyState
      className={className}
      icon={SearchX}
      title="This filter can't be used."
      hint="Correct it in the search bar, or clear it."
      action={onClearFilter && <Button onClick={onClearFilter}>Clear filters</Button>}
    />
  )
}
