import { useLoaded } from '../../../shell/loading/useLoaded.ts'
import type { ReviewDialogProps } from './ReviewDialog.tsx'

const load = async () => (await import('./ReviewDialog.tsx')).ReviewDialog

/** The review with the library that compares texts, loaded when it is first opened. */
export function LazyReviewDialog(props: ReviewDialogProps) {
  const ReviewDialog = useLoaded(load, props.open, props.onClose)
  return ReviewDialog && <ReviewDialog {...props} />
}
