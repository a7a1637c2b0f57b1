import type { ComponentProps } from 'react'
import styles from './FormColumn.module.css'

/** A form whose inputs stand one below the other. */
export function FormColumn(props: ComponentProps<'form'>) {
  return <form {...props} className={styles.form} />
}
