import { useLoaded } from '../../../shell/loading/useLoaded.ts'
import type { ReviewDialogProps } from './ReviewDialog.tsx'

const load = async () => (await import('./ReviewDialog.tsx')).ReviewDialog

/** Loads the review dialog and its diff library when it first opens. */
export function LazyReviewDialog(props: ReviewDialogProps) {
  const ReviewDialog = useLoaded(load, props.open, props.onClose)
  return ReviewDialog && <ReviewDialog {...props} />
}
