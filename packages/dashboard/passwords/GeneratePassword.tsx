import { copyText, IconButton, useToasts } from '@coffer/ui'
import { Sparkles } from 'lucide-react'
import styles from './GeneratePassword.module.css'
import { randomPassword } from './randomPassword.ts'

interface GeneratePasswordProps {
  /** Characters. */
  length: number
  onGenerate: (password: string) => void
}

/** Fills the password inputs with a random one and copies it, for it can never be read again. */
export function GeneratePassword({ length, onGenerate }: GeneratePasswordProps) {
  const toasts = useToasts()
  const generate = async () => {
    const password = randomPassword(length)
    onGenerate(password)
    if (await copyText(password)) toasts.info('The new password was copied to your clipboard.')
    else toasts.warning('The browser refused to copy the new password. Show it and copy it by hand.')
  }
  return (
    <IconButton
      className={styles.generate}
      size="small"
      label="Generate and copy a password"
      icon={Sparkles}
      onClick={() => void generate()}
    />
  )
}
