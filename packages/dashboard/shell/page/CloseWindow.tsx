import { Button } from '@coffer/ui'
import { useState } from 'react'

/** Closes the window, or asks the user to close it if the browser does not allow scripts to. */
export function CloseWindow() {
  const [isStillOpen, setStillOpen] = useState(false)
  const close = () => {
    window.close()
    setStillOpen(true)
  }
  return (
    <>
      <Button block={true} onClick={close}>
        Close
      </Button>
      <p role="status">{isStillOpen && 'You can close this window now.'}</p>
    </>
  )
}
