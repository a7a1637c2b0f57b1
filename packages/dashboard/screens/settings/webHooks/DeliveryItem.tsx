import { Badge, Button, CodeBlock, Disclosure, type Tone } from '@coffer/ui'
import { useState } from 'react'
import { sendAgain, type WebHookDelivery } from '../../../queries/webHooks.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import listItem from '../frame/listItem.module.css'
import styles from './DeliveryItem.module.css'
import { useSend } from './useSend.ts'

interface DeliveryItemProps {
  hookId: string
  delivery: WebHookDelivery
  /** Called once the message is sent again. */
  onSent: () => void
}

const states: Record<WebHookDelivery['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  parked: { label: 'Parked', tone: 'danger' },
}

function subjectOf({ body }: WebHookDelivery): string {
  if (!body) return 'A long message'
  const { type, data } = body
  return data.collection ? `${type} · ${data.collection.name}/${data.recordId}` : type
}

function attemptText({ attempts, last: { status, durationMs, error } }: WebHookDelivery): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const result = error ?? (status === undefined ? undefined : `status ${status} in ${durationMs} ms`)
  return result === undefined ? count : `${count}, the last one: ${result}`
}

/** A delivery with its message and the last response. */
export function DeliveryItem({ hookId, delivery, onSent }: DeliveryItemProps) {
  const [isOpen, setOpen] = useState(false)
  const { state, created, due, body, last } = delivery
  const { label, tone } = states[state]
  const { isSending, send } = useSend(async () => {
    await sendAgain(hookId, delivery.id)
    onSent()
  })
  const subject = subjectOf(delivery)
  return (
    <li className={listItem.item} aria-label={subject}>
      <Disclosure
        open={isOpen}
        onOpenChange={setOpen}
        summary={
          <span className={styles.summary}>
            <Badge tone={tone}>{label}</Badge>
            <span className={styles.subject}>{subject}</span>
          </span>
        }
      >
        {last.response && (
          <p className={styles.response}>
            Response: <code>{last.response}</code>
          </p>
        )}
        {body ? (
          <CodeBlock code={JSON.stringify(body, null, 2)} language="json" noun="message" />
        ) : (
          <p>The message is too long to be shown.</p>
        )}
      </Disclosure>
      <div className={listItem.foot}>
        <span className={listItem.facts}>
          <Moment label="Created" date={created} />
          {due !== '' && <Moment label="Next attempt" date={due} />}
          <span>{attemptText(delivery)}</span>
        </span>
        <Button variant="quiet" loading={isSending} onClick={send}>
          Send again
        </Button>
      </div>
    </li>
  )
}
