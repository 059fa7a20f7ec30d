/** The cents in an amount as it is written, such as "-12.50". */
export const parseAmount = (text) => Math.trunc(Number.parseFloat(text) * 100);

/** Cents as an amount is printed: a space between thousands, two digits after the point. */
export const formatAmount = (cents) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ' ');
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
};
