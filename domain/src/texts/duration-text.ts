/** So many minutes in the greatest unit that counts them whole: `5 ore`. */
export function durationText(minutes: number, language: string): string {
  const [unit, size] =
    minutes % 1_440 === 0
      ? (['day', 1_440] as const)
      : minutes % 60 === 0
        ? (['hour', 60] as const)
        : (['minute', 1] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}
