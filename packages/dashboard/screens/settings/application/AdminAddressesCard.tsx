import { FieldFrame, ListInput } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { newerSettingsQuery } from '../../../queries/settings.ts'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useNewerSettingsForm } from '../form/useNewerSettingsForm.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'

/** Limits the addresses from which admins can use the server. */
export function AdminAddressesCard() {
  const query = useQuery(newerSettingsQuery)
  return query.data ? (
    <AdminAddressesForm stored={query.data.superuserIPs} />
  ) : (
    <QueryNotice query={query} noun="addresses of admins" />
  )
}

function AdminAddressesForm({ stored }: { stored: string[] }) {
  const form = useNewerSettingsForm({
    name: 'superuserIPs',
    stored,
    successMessage: 'Successfully saved the addresses of admins.',
  })
  const [error] = Object.values(form.errors)
  return (
    <SettingsFormCard form={form} idle={null}>
      <FieldFrame
        label="Addresses of admins"
        error={error}
        help={
          <>
            Admins can use the server only from these addresses and networks, such as 10.0.0.0/8, separated by commas. An empty
            list allows any address. <code>coffer admin ips all</code> lifts the limit.
          </>
        }
      >
        {({ control }) => (
          <ListInput
            {...control}
            name="superuserIPs"
            placeholder="Any address"
            value={form.edited}
            onValueChange={items => form.set(items)}
          />
        )}
      </FieldFrame>
    </SettingsFormCard>
  )
}
