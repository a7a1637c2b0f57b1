import { Dialog as Base } from '@base-ui/react/dialog'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Alert } from '../feedback/Alert.tsx'
import { FieldFrame } from '../form/FieldFrame.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { DialogDescription } from '../layers/DialogDescription.tsx'
import { DialogFrame } from '../layers/DialogFrame.tsx'
import { uncovered } from '../style/uncovered.ts'
import type { ConfirmQuestion } from './ConfirmContext.ts'
import styles from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  question: ConfirmQuestion
  open: boolean
  onAnswer: (isYes: boolean) => void
  subscribeToLeave?: ((listener: () => void) => () => void) | undefined
}

/** The dialog of one question. It cannot be closed while its action runs. */
export function ConfirmDialog({ question, open, onAnswer, subscribeToLeave }: ConfirmDialogProps) {
  const { text, details, yes = 'Yes', no = 'No', danger, action, typedName } = question
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const [typed, setTyped] = useState('')
  const noButton = useRef<HTMLButtonElement>(null)
  const isBlocked = typedName !== undefined && typed.trim() !== typedName

  const refuse = () => {
    if (!isRunning) onAnswer(false)
  }
  const leave = useEffectEvent(refuse)
  useEffect(() => (open ? subscribeToLeave?.(() => leave()) : undefined), [open, subscribeToLeave])
  const agree = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning || isBlocked || !open) return
    setFailure('')
    setRunning(true)
    try {
      await action?.()
      onAnswer(true)
    } catch (error) {
      setFailure(error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.')
    } finally {
      setRunning(false)
    }
  }
  return (
    <DialogFrame open={open} onClose={refuse} size="small" role="alertdialog" initialFocus={noButton}>
      <form className={styles.form} onSubmit={agree}>
        <div className={styles.body}>
          <Base.Title className={styles.text}>{text}</Base.Title>
          {details && <DialogDescription className={styles.details}>{details}</DialogDescription>}
          {typedName !== undefined && (
            <FieldFrame
              label={
                <>
                  Type <b className={styles.name}>{typedName}</b> to confirm
                </>
              }
            >
              {ids => (
                <TextInput
                  {...ids.control}
                  value={typed}
                  onValueChange={setTyped}
                  autoComplete="off"
                  spellCheck={false}
                  disabled={isRunning}
                />
              )}
            </FieldFrame>
          )}
          {failure && (
            <Alert tone="danger" role="alert">
              {failure}
            </Alert>
          )}
        </div>
        <footer className={styles.footer} {...uncovered}>
          <Button ref={noButton} onClick={refuse} disabled={isRunning}>
            {no}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={isRunning} disabled={isBlocked}>
            {yes}
          </Button>
        </footer>
      </form>
    </DialogFrame>
  )
}
