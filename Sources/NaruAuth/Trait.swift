#if !Auth
  #error("NaruAuth needs the package trait “Auth” (or --enable-all-traits).")
#endif
