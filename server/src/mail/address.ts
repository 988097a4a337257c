import addressparser from 'nodemailer/lib/addressparser';

/** The address alone of a sender such as `Noa <noa@primaria.ro>`. */
export function addressOf(sender: string): string {
  const [first] = addressparser(sender, { flatten: true });
  return first?.address ?? '';
}
