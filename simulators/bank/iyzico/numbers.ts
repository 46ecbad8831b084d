/** Amounts as iyzico writes them: numbers of JSON without trailing zeros, of an older version with eight decimals. */
import { decimal } from '../wire/money.ts'

/** A number of JSON whose digits stay as they are written. */
export type JsonNumber = object

const rawNumber = (text: string): JsonNumber => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text)

/** Formats 14990 as 149.9, and 15000 as 150; so do signatures. */
export const plainText = (minor: number): string => trimZeros(decimal(minor))

const trimZeros = (text: string): string => text.replace(/\.?0+$/, '')

/** Formats 20000000 as 20.000000. */
const percentText = (millionths: number): string => {
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

export interface NumberStyle {
  amount(minor: number): JsonNumber
  /** `millionths` of a percent. */
  percent(millionths: number): JsonNumber
}

const newer: NumberStyle = {
  amount: (minor) => rawNumber(plainText(minor)),
  percent: (millionths) => rawNumber(trimZeros(percentText(millionths))),
}

const older: NumberStyle = {
  amount: (minor) => rawNumber(minor === 0 ? '0E-8' : `${decimal(minor)}000000`),
  percent: (millionths) => rawNumber(millionths === 0 ? '0E-8' : `${percentText(millionths)}00`),
}

export const numberStyle = ({ answersFailures = false }: { readonly answersFailures?: boolean }): NumberStyle =>
  answersFailures ? older : newer

/** Returns which part of the whole it is, in millionths of a percent, half up. */
export const toPercent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100_000_000) / whole)
