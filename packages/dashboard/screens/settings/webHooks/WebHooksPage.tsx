import { Button, useShortcut } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { webHooksQuery } from '../../../queries/webHooks.ts'
import { Card } from '../frame/Card.tsx'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { DeliveriesPanel } from './DeliveriesPanel.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useWebHooksAddress } from './useWebHooksAddress.ts'
import { WebHookList } from './WebHookList.tsx'
import { WebHookPanel } from './WebHookPanel.tsx'

/** Lists the web hooks. The address contains the one in the panel. */
export function WebHooksPage() {
  const address = useWebHooksAddress()
  const query = useQuery(webHooksQuery)
  const [secret, setSecret] = useState<string>()
  const open = () => address.open('new')
  useShortcut('n', open)
  const { hookId, showsDeliveries } = address
  return (
    <SettingsFrame
      title="Web hooks"
      primary={
        <Button variant="primary" icon={Plus} onClick={open}>
          New web hook
        </Button>
      }
    >
      {query.data ? (
        <Card>
          <WebHookList hooks={query.data} onOpen={address.open} onOpenDeliveries={address.openDeliveries} />
        </Card>
      ) : (
        <QueryNotice query={query} noun="web hooks" />
      )}
      <WebHookPanel id={showsDeliveries ? undefined : hookId} hooks={query.data} onSecret={setSecret} onClose={address.close} />
      <DeliveriesPanel hookId={showsDeliveries ? hookId : undefined} onClose={() => address.close()} />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </SettingsFrame>
  )
}
