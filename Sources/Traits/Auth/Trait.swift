#if !Auth
  #error("Enable the trait “Auth” of the package naru to use NaruAuth.")
#endif
