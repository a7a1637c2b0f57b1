import { copyText, IconButton, useToasts } from '@coffer/ui'
import { Sparkles } from 'lucide-react'
import { customAlphabet } from 'nanoid'
import styles from './GeneratePassword.module.css'

/** Generates a cryptographically random password. */
export const randomPassword = customAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')

interface GeneratePasswordProps {
  /** Number of characters. */
  length: number
  onGenerate: (password: string) => void
}

/** Fills the password inputs with a random password and copies it, because it cannot be read after saving. */
export function GeneratePassword({ length, onGenerate }: GeneratePasswordProps) {
  const toasts = useToasts()
  const generate = async () => {
    const password = randomPassword(length)
    onGenerate(password)
    if (await copyText(password)) toasts.info('The new password was copied to your clipboard.')
    else toasts.warning("Couldn't copy the new password to the clipboard. Show it and copy it manually.")
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
