import { type Context, createContext, useContext } from "react";
import type { Menu } from "../../../contract/pages.ts";
import type { Site } from "../../../contract/site.ts";
import type { Location } from "./history.ts";
import type { Navigation, Shown } from "./navigation.ts";

export const SiteContext = createContext<Site | null>(null);
export const MenuContext = createContext<Menu | null>(null);
export const NavigationContext = createContext<Navigation | null>(null);
export const ShownContext = createContext<(Shown & { isLoading: boolean }) | null>(null);

export const useSite = (): Site => useRequired(SiteContext);
export const useMenu = (): Menu => useRequired(MenuContext);
export const useNavigate = (): Navigation["navigate"] => useRequired(NavigationContext).navigate;
export const useReload = (): Navigation["reload"] => useRequired(NavigationContext).reload;
/** The page on the screen, and whether another one is being loaded. */
export const useShown = () => useRequired(ShownContext);
export const useLocation = (): Location => useShown().location;

/** The key itself for a category that was added after the menu was loaded. */
export const useCategoryName = (key: string): string =>
  useMenu().categories.find((category) => category.key === key)?.name ?? key;

function useRequired<Value>(context: Context<Value | null>): Value {
  const value = useContext(context);
  if (value === null) throw new Error("Used outside of the router");
  return value;
}
