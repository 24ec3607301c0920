"""The judges that share no code with the solver: EPD, hands, brute force, the checks of claims, and
of Kriegspiel the umpire, beliefs and endings. The commands beside this folder are thin over them."""
