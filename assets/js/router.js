// @ts-check
/**
 * Keeps fragment, history and page in step; works where history or location are out of reach (sandboxed frames).
 */
import { formatRoute, parseRoute } from "./route.js";

export class Router {
  /**
   * @param {(route: Route) => void} apply shows what a fragment names
   */
  constructor(apply) {
    this.apply = apply;
    this.hash = "";
  }

  /** Follow the fragment from now on, and show what it names at present. */
  start() {
    window.addEventListener("hashchange", () => {
      const hash = this.present();
      if (hash === this.hash) return;
      this.hash = hash;
      this.apply(parseRoute(hash));
    });
    this.hash = this.present();
    this.apply(parseRoute(this.hash));
  }

  present() {
    try {
      return window.location.hash;
    } catch {
      return this.hash;
    }
  }

  /**
   * Put a route into the address, as a step of the history or in place of the present one. Does not apply it.
   * @param {Partial<Route>} route
   * @param {boolean} [replace]
   */
  set(route, replace = false) {
    const hash = formatRoute(route);
    if (hash === this.hash) return;
    this.hash = hash;
    try {
      if (replace) window.history.replaceState(null, "", hash);
      else window.history.pushState(null, "", hash);
    } catch {
      // A frame without history: the page works, only the address stands still.
    }
  }

  /**
   * The whole address with a route, for a link that can be passed on.
   * @param {Partial<Route>} route
   */
  address(route) {
    try {
      return window.location.href.split("#")[0] + formatRoute(route);
    } catch {
      return formatRoute(route);
    }
  }
}
