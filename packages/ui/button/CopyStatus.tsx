import { Check, Copy, TriangleAlert } from 'lucide-react'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import { type CopyOutcome, copyFailure } from './useCopy.ts'

export const copyIcons = { idle: Copy, copied: Check, failed: TriangleAlert } as const

/** Announces whether copying succeeded. */
export function CopyStatus({ outcome }: { outcome: CopyOutcome }) {
  return <VisuallyHidden role="status">{{ idle: '', copied: 'Copied', failed: copyFailure }[outcome]}</VisuallyHidden>
}
