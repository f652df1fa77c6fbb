import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function RouteIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M9 5h8.5a1 1 0 010 7h-11a1 1 0 000 7H15" />
      <circle cx="18" cy="19" r="3" />
      <circle cx="6" cy="5" r="3" />
    </LineIcon>
  );
}
