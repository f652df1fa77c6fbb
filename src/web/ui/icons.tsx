import { LineIcon } from '#web/ui/icons/line-icon.tsx';

/** The icons that every page has, in one module; each other icon has its own module in icons/. */

export function ArrowIcon() {
  return (
    <LineIcon>
      <path d="M5 12h14M12 5l7 7-7 7" />
    </LineIcon>
  );
}

export function ChevronDownIcon() {
  return (
    <LineIcon>
      <path d="m6 9 6 6 6-6" />
    </LineIcon>
  );
}

export function ChevronLeftIcon() {
  return (
    <LineIcon>
      <path d="m15 18-6-6 6-6" />
    </LineIcon>
  );
}

export function ChevronRightIcon() {
  return (
    <LineIcon>
      <path d="m9 18 6-6-6-6" />
    </LineIcon>
  );
}

export function CloseIcon() {
  return (
    <LineIcon>
      <path d="M18 6 6 18M6 6l12 12" />
    </LineIcon>
  );
}

export function CheckIcon() {
  return (
    <LineIcon>
      <path d="M20 6 9 17l-5-5" />
    </LineIcon>
  );
}

export function AlertIcon() {
  return (
    <LineIcon>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </LineIcon>
  );
}

export function MenuIcon() {
  return (
    <LineIcon>
      <path d="M4 5h16M4 12h16M4 19h16" />
    </LineIcon>
  );
}

export function CartIcon() {
  return (
    <LineIcon>
      <path d="M16 10a4 4 0 0 1-8 0M3.103 6.034h17.794" />
      <path d="M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z" />
    </LineIcon>
  );
}

export function MoonIcon() {
  return (
    <LineIcon>
      <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />
    </LineIcon>
  );
}

export function SunIcon() {
  return (
    <LineIcon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41" />
    </LineIcon>
  );
}

export function ArrowUpIcon() {
  return (
    <LineIcon>
      <path d="m5 12 7-7 7 7M12 19V5" />
    </LineIcon>
  );
}

export function EyeIcon() {
  return (
    <LineIcon>
      <path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0" />
      <circle cx="12" cy="12" r="3" />
    </LineIcon>
  );
}

export function EyeOffIcon() {
  return (
    <LineIcon>
      <path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242" />
      <path d="M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20" />
    </LineIcon>
  );
}
