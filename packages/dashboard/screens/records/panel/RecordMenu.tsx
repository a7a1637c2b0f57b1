import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { copyText, IconButton, Menu, type MenuEntry, useConfirm, useToasts } from '@coffer/ui'
import { useRouter } from '@tanstack/react-router'
import { Braces, CopyPlus, Ellipsis, IdCard, KeyRound, Link2, MailCheck, ShieldQuestionMark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { requestAccountPasswordReset, requestVerification } from '../../../queries/accounts/accounts.ts'
import { withReadableError } from '../../../queries/connection/failure.ts'
import { useAddressChange } from '../../../shell/address/useAddressChange.ts'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { type AccountMail, accountMails } from '../account/accountMails.ts'
import { ImpersonateDialog } from '../account/ImpersonateDialog.tsx'

interface RecordMenuProps {
  collection: Collection
  record: RecordJson
  onDuplicate: () => void
  onDelete: () => void
}

/** The menu with further actions for a stored record. */
export function RecordMenu({ collection, record, onDuplicate, onDelete }: RecordMenuProps) {
  const toasts = useToasts()
  const router = useRouter()
  const sendMail = useAccountMail()
  const mails = accountMails(collection, record)
  const [isImpersonating, setImpersonating] = useState(false)
  const opening = useOpening(isImpersonating)
  useAddressChange(() => setImpersonating(false))

  const copyJson = async () => {
    const { expand: _, ...values } = record
    if (await copyText(JSON.stringify(values, null, 2))) toasts.success('The record was copied to your clipboard as JSON.')
    else toasts.warning("Couldn't copy the record to the clipboard.")
  }
  const copyLink = async () => {
    const { href } = router.buildLocation({ to: '/collections', search: { collectionId: collection.id, recordId: record.id } })
    const link = new URL(router.history.createHref(href), location.origin).href
    if (await copyText(link)) toasts.success('The link to the record was copied to your clipboard.')
    else toasts.warning("Couldn't copy the link to the clipboard.")
  }

  const explain = () =>
    void router.navigate({ to: '/access', search: { explain: 'view', collectionId: collection.id, recordId: record.id } })

  const accountItems: MenuEntry[] = [
    ...mails.map(mail => ({
      label: `Send ${mail.name} email`,
      icon: mail.kind === 'verification' ? MailCheck : KeyRound,
      onSelect: () => void sendMail(mail),
    })),
    { label: 'Impersonate', icon: IdCard, onSelect: () => setImpersonating(true) },
    { kind: 'separator' },
  ]

  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label="More" icon={Ellipsis} side="bottom" />}
        items={[
          ...(collection.type === 'auth' ? accountItems : []),
          { label: 'Copy link', icon: Link2, onSelect: () => void copyLink() },
          { label: 'Copy as JSON', icon: Braces, onSelect: () => void copyJson() },
          { label: 'Who can see this?', icon: ShieldQuestionMark, onSelect: explain },
          { label: 'Duplicate', icon: CopyPlus, onSelect: onDuplicate },
          { kind: 'separator' },
          { label: 'Delete', icon: Trash2, danger: true, onSelect: onDelete },
        ]}
      />
      {opening > 0 && (
        <ImpersonateDialog
          key={opening}
          open={isImpersonating}
          collection={collection}
          record={record}
          onClose={() => setImpersonating(false)}
        />
      )}
    </>
  )
}

const requests = { verification: requestVerification, passwordReset: requestAccountPasswordReset }

/** Sends an email to an auth record after a confirmation. */
function useAccountMail(): (mail: AccountMail) => Promise<void> {
  const confirm = useConfirm()
  const toasts = useToasts()
  return async ({ kind, name, collectionId, email }) => {
    const isSent = await confirm({
      text: `Do you really want to send a ${name} email to ${email}?`,
      yes: 'Send email',
      action: () => withReadableError(requests[kind](collectionId, email)),
    })
    if (isSent) toasts.success(`Successfully sent ${name} email to ${email}.`)
  }
}
