import { Button, EmptyState, Panel } from '@coffer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { deliveriesQuery, sendTestMessage } from '../../../queries/webHooks.ts'
import listItem from '../frame/listItem.module.css'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { DeliveryItem } from './DeliveryItem.tsx'
import { useSend } from './useSend.ts'

interface DeliveriesPanelProps {
  /** Id of the web hook; undefined while the panel is closed. */
  hookId: string | undefined
  onClose: () => void
}

/** Shows the newest deliveries of a web hook. It keeps its content while closing. */
export function DeliveriesPanel({ hookId, onClose }: DeliveriesPanelProps) {
  const [shown, setShown] = useState(hookId)
  if (hookId !== undefined && hookId !== shown) setShown(hookId)
  if (shown === undefined) return null
  return (
    <Panel
      open={hookId !== undefined}
      onCloseRequest={onClose}
      title="Deliveries"
      width={640}
      footer={<TestButton hookId={shown} />}
    >
      <Deliveries hookId={shown} />
    </Panel>
  )
}

function TestButton({ hookId }: { hookId: string }) {
  const queryClient = useQueryClient()
  const { isSending, send } = useSend(async () => {
    await sendTestMessage(hookId)
    await queryClient.invalidateQueries(deliveriesQuery(hookId))
  })
  return (
    <Button loading={isSending} onClick={send}>
      Send test message
    </Button>
  )
}

function Deliveries({ hookId }: { hookId: string }) {
  const query = useQuery(deliveriesQuery(hookId))
  const { data: deliveries } = query
  if (!deliveries) return <QueryNotice query={query} noun="deliveries" />
  if (deliveries.length === 0) return <EmptyState icon={Send} title="No messages yet." />
  return (
    <ul className={listItem.list} aria-label="Deliveries">
      {deliveries.map(delivery => (
        <DeliveryItem key={delivery.id} hookId={hookId} delivery={delivery} onSent={() => void query.refetch()} />
      ))}
    </ul>
  )
}
