import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function CalendarDaysIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M8 2v3M16 2v3" />
      <rect x="3" y="3" width="18" height="18" rx="2" />
      <path d="M3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01" />
    </LineIcon>
  );
}
