import { describePersona, describeWidening, type Exposure, type Widening } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import { Moment } from '../../shell/page/Moment.tsx'
import { type AccessPart, accessParts } from './accessParts.ts'
import styles from './ReviewNotice.module.css'

interface ReviewNoticeProps {
  exposure: Exposure
  onOpen: (collectionId: string, part: AccessPart | undefined, persona: string) => void
}

const partOf = ({ what }: Widening): AccessPart | undefined => accessParts.find(({ part }) => part === what)?.part

/** Returns a number of new exposures in words. */
export function newExposures(count: number): string {
  return count === 1 ? '1 new exposure' : `${count} new exposures`
}

/** Says when the state was reviewed, and lists what has become possible since. */
export function ReviewNotice({ exposure: { review, widened, personas }, onOpen }: ReviewNoticeProps) {
  if (!review) {
    return (
      <p className={styles.note}>
        Check what guests and new users can do, then mark it as reviewed. What rules open from then on is listed here and logged.
      </p>
    )
  }
  const reviewed = (
    <>
      Reviewed by {review.by} on <Moment date={review.reviewed.replace('T', ' ')} />
    </>
  )
  if (widened.length === 0) return <p className={styles.note}>{reviewed}. Nothing has become possible since.</p>
  return (
    <Alert tone="danger" title={newExposures(widened.length)}>
      <ul className={styles.list}>
        {widened.map(widening => {
          const persona = personas.find(({ key }) => key === widening.persona)
          const { collectionId } = widening
          return (
            <li key={JSON.stringify([collectionId, widening.persona, widening.what])}>
              <button
                type="button"
                className={styles.link}
                onClick={() => onOpen(collectionId, partOf(widening), widening.persona)}
              >
                {describeWidening(widening, persona ? describePersona(persona) : widening.persona)}
              </button>
            </li>
          )
        })}
      </ul>
      <p>{reviewed}.</p>
    </Alert>
  )
}
