import { practice } from '#content/public/practice.ts';

/** The practice's phone number, for what can't be done online. */
export function PhoneLink() {
  return (
    <a className="num whitespace-nowrap" href={`tel:${practice.phone}`}>
      {practice.phone_display}
    </a>
  );
}
