import type { ComponentType } from 'react'

/** A drawing that takes a size in pixels: every lucide icon is one. */
export type IconType = ComponentType<{ size?: string | number; className?: string; 'aria-hidden'?: boolean }>
